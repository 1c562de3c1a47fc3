export { Opening } from "./opening";
