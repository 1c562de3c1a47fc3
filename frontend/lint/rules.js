const RAW_COLOUR = /#[0-9a-f]{3,8}\b(?![\w-])|\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\(/i;
const ROUTE_WORDS = /^\/(?:artists|categories|products|events|tours|search|checkout)(?:\/|$|\?)/;

function texts(visit) {
  return {
    Literal: (node) => typeof node.value === "string" && visit(node, node.value),
    TemplateElement: (node) => visit(node, node.value.raw),
  };
}

/** Colours live in the theme; components name tokens. */
const noRawColour = {
  meta: { type: "problem", messages: { raw: "Raw colour: use a theme token." }, schema: [] },
  create: (context) =>
    texts((node, text) => {
      if (RAW_COLOUR.test(text) && !text.startsWith("url(#")) context.report({ node, messageId: "raw" });
    }),
};

/** Addresses come from lib/paths.ts. */
const noPathLiteral = {
  meta: { type: "problem", messages: { path: "Address written by hand: use paths from lib/paths." }, schema: [] },
  create: (context) =>
    texts((node, text) => {
      if (ROUTE_WORDS.test(text)) context.report({ node, messageId: "path" });
    }),
};

/** A function, or a name that may be one; an address is a text or what a call returns. */
const FUNCTIONS = new Set(["ArrowFunctionExpression", "FunctionExpression", "Identifier"]);
const HOISTED = new Set(["title", "link", "meta"]);

/** Elements and attributes whose part of React a build leaves out (build/lean-react.ts). */
const noMissingParts = {
  meta: { type: "problem", messages: { missing: "A build leaves it out: build/lean-react.ts." }, schema: [] },
  create: (context) => ({
    JSXOpeningElement(node) {
      const { name } = node.name;
      const has = (wanted, isIt = () => true) =>
        node.attributes.some((one) => one.type === "JSXAttribute" && one.name.name === wanted && isIt(one));
      const isFunction = ({ value }) => FUNCTIONS.has(value?.expression?.type);
      const isMissing =
        HOISTED.has(name) ||
        (name === "Fragment" && has("ref")) ||
        (name === "form" && has("action", isFunction)) ||
        ((name === "button" || name === "input") && has("formAction", isFunction));
      if (isMissing) context.report({ node, messageId: "missing" });
    },
  }),
};

export default {
  rules: { "no-missing-parts": noMissingParts, "no-raw-colour": noRawColour, "no-path-literal": noPathLiteral },
};
