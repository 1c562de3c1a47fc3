import type { Plugin } from "vite";

/**
 * Lets the bundler leave out what nobody uses of react-router. It makes its components by calls that it does not mark as
 * pure, and names them by assignments: each of them would stay, with all that it calls.
 */
export function leanRouter(): Plugin {
  return {
    name: "lean-router",
    apply: "build",
    transform: {
      filter: { id: /\/react-router\/dist\// },
      handler(code, id) {
        const lean = code
          .replace(/= (React\$1\.(?:forwardRef|createContext|memo)\()/g, "= /* @__PURE__ */ $1")
          .replace(/^\w+\.displayName = "\w+";$/gm, "");
        if (lean === code && id.endsWith("/lib/context.js")) this.error(`${id} is written in another way now.`);
        return { code: lean, map: null };
      },
    },
  };
}
