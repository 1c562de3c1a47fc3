export { PageQuery } from "./page-query";
