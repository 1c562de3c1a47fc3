export { GuaranteeLink } from "./guarantee-link";
