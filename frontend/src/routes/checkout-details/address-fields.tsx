import type { AddressField, Details, useCountries } from "@/features/checkout";
import { useTexts } from "@/lib/texts/i18n";
import { SelectField, TextField } from "@/ui/field";
import type { FormOf } from "@/ui/form/use-form";
import { LABELS } from "./details";

interface Props {
  part: "billing" | "shipping";
  countries: ReturnType<typeof useCountries>["countries"];
  form: FormOf<Details>;
  /** those that are asked for */
  asked: readonly AddressField[];
}

/** What the browser may fill in (WCAG 1.3.5), and the width of each field in a grid of six. */
const FIELDS: readonly { name: Exclude<AddressField, "countryCode">; token: string; span: string; optional?: true }[] =
  [
    { name: "firstName", token: "given-name", span: "sm:col-span-3" },
    { name: "lastName", token: "family-name", span: "sm:col-span-3" },
    { name: "company", token: "organization", span: "", optional: true },
    { name: "address", token: "address-line1", span: "" },
    { name: "address2", token: "address-line2", span: "", optional: true },
    { name: "postCode", token: "postal-code", span: "sm:col-span-2" },
    { name: "city", token: "address-level2", span: "sm:col-span-4" },
  ];

export function AddressFields({ part, countries, form, asked }: Props) {
  const { t } = useTexts();
  const { countryCode } = form.entered[part];
  const postCodes = countries.find(({ code }) => code === countryCode)?.postCodes;
  // Neither letters nor blanks.
  const isNumber = postCodes && !postCodes.includes("[");
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-6">
      {FIELDS.filter(({ name }) => asked.includes(name)).map(({ name, token, span, optional }) => (
        <TextField
          key={name}
          {...form.text(`${part}.${name}`)}
          type="text"
          className={span || "sm:col-span-6"}
          label={t(LABELS[name])}
          aside={optional && t("LANG_CHECKOUT_OPTIONAL")}
          autoComplete={`${part} ${token}`}
          inputMode={name === "postCode" && isNumber ? "numeric" : "text"}
          aria-required={optional ? undefined : true}
        />
      ))}
      <SelectField
        {...form.text(`${part}.countryCode`)}
        className="sm:col-span-6"
        label={t(LABELS.countryCode)}
        autoComplete={`${part} country`}
        aria-required
      >
        {!countries.some(({ code }) => code === countryCode) && (
          <option value={countryCode}>{t("LANG_ITEM_OPTION_CHOOSE")}</option>
        )}
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
