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

export default { rules: { "no-raw-colour": noRawColour, "no-path-literal": noPathLiteral } };
