export { TracePage } from "./trace-page";
