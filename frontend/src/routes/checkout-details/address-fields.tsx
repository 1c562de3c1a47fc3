import type { UseFormRegister } from "react-hook-form";
import type { AddressField, Details, DetailsPath, useCountries } from "@/features/checkout";
import { useTexts } from "@/lib/texts/i18n";
import { SelectField, TextField } from "@/ui/field";
import { fieldId, LABELS } from "./field-texts";

interface Props {
  part: "billing" | "shipping";
  countries: ReturnType<typeof useCountries>["countries"];
  countryCode: string;
  register: UseFormRegister<Details>;
  errorOf: (path: DetailsPath) => string | undefined;
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

export function AddressFields({ part, countries, countryCode, register, errorOf }: Props) {
  const { t } = useTexts();
  const postCodes = countries.find(({ code }) => code === countryCode)?.postCodes;
  // Neither letters nor blanks.
  const isNumber = postCodes && !postCodes.includes("[");
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-6">
      {FIELDS.map(({ name, token, span, optional }) => {
        const path = `${part}.${name}` as const;
        return (
          <TextField
            key={name}
            id={fieldId(path)}
            type="text"
            className={span || "sm:col-span-6"}
            label={t(LABELS[name])}
            aside={optional && t("LANG_CHECKOUT_OPTIONAL")}
            autoComplete={`${part} ${token}`}
            inputMode={name === "postCode" && isNumber ? "numeric" : "text"}
            aria-required={optional ? undefined : true}
            error={errorOf(path)}
            {...register(path)}
          />
        );
      })}
      <SelectField
        id={fieldId(`${part}.countryCode`)}
        className="sm:col-span-6"
        label={t(LABELS.countryCode)}
        autoComplete={`${part} country`}
        aria-required
        error={errorOf(`${part}.countryCode`)}
        {...register(`${part}.countryCode`)}
        // The options arrive later than the value: only a given value survives that.
        value={countryCode}
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
