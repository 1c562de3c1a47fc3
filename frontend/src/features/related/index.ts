export { Related } from "./related";
