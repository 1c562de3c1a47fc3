export { QuickSearch } from "./opener";
