import { MAX_LENGTHS, type AddressField, type DetailsPath, type FieldCode } from "@/features/checkout";
import type { LangKey } from "@/generated/lang-keys";
import { LONGEST_ADDRESS } from "@/lib/mail-address";
import type { Translate } from "@/lib/texts/i18n";

export const LABELS: Record<AddressField | "email", LangKey> = {
  email: "LANG_CHECKOUT_FIELD_EMAIL",
  firstName: "LANG_CHECKOUT_FIELD_FIRSTNAME",
  lastName: "LANG_CHECKOUT_FIELD_LASTNAME",
  company: "LANG_CHECKOUT_FIELD_COMPANY",
  address: "LANG_CHECKOUT_FIELD_STREET",
  address2: "LANG_CHECKOUT_FIELD_ADDRESS2",
  postCode: "LANG_CHECKOUT_FIELD_POSTCODE",
  city: "LANG_CHECKOUT_FIELD_CITY",
  countryCode: "LANG_CHECKOUT_FIELD_COUNTRY",
};

/** The form's path as the id of its input. */
export const fieldId = (path: DetailsPath): string => path.replace(".", "-");

export const nameOf = (path: DetailsPath): AddressField | "email" =>
  path === "email" ? path : (path.split(".")[1] as AddressField);

export function problemText(path: DetailsPath, code: FieldCode, t: Translate): string {
  const name = nameOf(path);
  const field = t(LABELS[name]);
  if (code === "required") return t("LANG_CHECKOUT_FIELD_REQUIRED", { field });
  if (code === "too_long")
    return t("LANG_CHECKOUT_FIELD_TOOLONG", {
      field,
      limit: name === "email" ? LONGEST_ADDRESS : (MAX_LENGTHS[name] ?? 0),
    });
  if (code === "link") return t("LANG_CHECKOUT_FIELD_LINK", { field });
  if (code === "unknown_country") return t("LANG_CHECKOUT_ERROR_COUNTRY");
  return name === "email" ? t("LANG_CHECKOUT_FIELD_EMAIL_INVALID") : t("LANG_CHECKOUT_FIELD_INVALID", { field });
}
