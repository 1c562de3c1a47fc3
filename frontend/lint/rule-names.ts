// The rules of oxlint that hold in all our code, by name: its own categories change with its releases.
import type { DummyRuleMap } from "oxlint";

type Options = NonNullable<DummyRuleMap[string]>;

function rules(prefix: string, names: string, options: Record<string, Options> = {}): DummyRuleMap {
  const plain = names.split(/\s+/).filter(Boolean);
  const all = [...plain.map((name): [string, Options] => [name, "error"]), ...Object.entries(options)];
  return Object.fromEntries(all.map(([name, given]) => [`${prefix}${name}`, given]));
}

export const BASICS = rules(
  "",
  `
  no-array-constructor no-unused-expressions no-unused-vars no-useless-constructor no-var prefer-const
  prefer-rest-params prefer-spread
`,
);

/** They know the types of what they read. */
export const TYPES = rules(
  "typescript/",
  `
  await-thenable consistent-type-imports no-array-delete no-base-to-string no-deprecated no-duplicate-enum-values
  no-duplicate-type-constituents no-dynamic-delete no-empty-object-type no-explicit-any
  no-extra-non-null-assertion no-extraneous-class no-floating-promises no-for-in-array
  no-generated-empty-object-type no-implied-eval no-invalid-void-type no-meaningless-void-operator no-misused-new
  no-misused-promises no-misused-spread no-mixed-enums no-namespace no-non-null-asserted-nullish-coalescing
  no-non-null-asserted-optional-chain no-non-null-assertion no-redundant-type-constituents no-require-imports
  no-this-alias no-unnecessary-boolean-literal-compare no-unnecessary-condition no-unnecessary-template-expression
  no-unnecessary-type-arguments no-unnecessary-type-assertion no-unnecessary-type-constraint
  no-unnecessary-type-conversion no-unnecessary-type-parameters no-unsafe-argument no-unsafe-assignment
  no-unsafe-call no-unsafe-declaration-merging no-unsafe-enum-assignment no-unsafe-enum-comparison
  no-unsafe-function-type no-unsafe-member-access no-unsafe-return no-unsafe-unary-minus
  no-useless-default-assignment no-wrapper-object-types only-throw-error prefer-as-const
  prefer-literal-enum-member prefer-namespace-keyword prefer-promise-reject-errors prefer-reduce-type-parameter
  prefer-return-this-type related-getter-setter-pairs require-await triple-slash-reference unbound-method
  unified-signatures use-unknown-in-catch-callback-variable
  `,
  {
    "ban-ts-comment": ["error", { minimumDescriptionLength: 10 }],
    "no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
    "restrict-plus-operands": [
      "error",
      { allowAny: false, allowBoolean: false, allowNullish: false, allowNumberAndString: false, allowRegExp: false },
    ],
    "restrict-template-expressions": ["error", { allowNumber: true }],
    "return-await": ["error", "error-handling-correctness-only"],
  },
);

/** Also those by which React's compiler judges. */
export const REACT = rules(
  "react/",
  `
  error-boundaries exhaustive-deps globals immutability incompatible-library preserve-manual-memoization purity
  refs rules-of-hooks set-state-in-effect set-state-in-render static-components unsupported-syntax use-memo
  void-use-memo
`,
);

/** For keyboards and screen readers. */
export const ACCESS = rules(
  "jsx-a11y/",
  `
  alt-text anchor-has-content anchor-is-valid aria-activedescendant-has-tabindex aria-props aria-proptypes
  aria-role aria-unsupported-elements autocomplete-valid click-events-have-key-events heading-has-content
  html-has-lang iframe-has-title img-redundant-alt label-has-associated-control media-has-caption
  mouse-events-have-key-events no-access-key no-autofocus no-distracting-elements
  no-interactive-element-to-noninteractive-role no-noninteractive-element-to-interactive-role
  no-noninteractive-tabindex no-static-element-interactions role-has-required-aria-props role-supports-aria-props
  scope tabindex-no-positive
  `,
  {
    "interactive-supports-focus": [
      "error",
      {
        tabbable: [
          "button",
          "checkbox",
          "link",
          "progressbar",
          "searchbox",
          "slider",
          "spinbutton",
          "switch",
          "textbox",
        ],
      },
    ],
    "no-noninteractive-element-interactions": [
      "error",
      { body: ["onError", "onLoad"], iframe: ["onError", "onLoad"], img: ["onError", "onLoad"] },
    ],
    "no-redundant-roles": ["error", { ul: ["list"], ol: ["list"] }],
  },
);
