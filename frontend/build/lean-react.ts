import { basename } from "node:path";
import type { Plugin } from "vite";

// React's files for production hold all features of React in a few functions, and a bundler cannot tell which of them a
// site uses. This leaves out those that the shop does not use (docs/decisions/0092-react-without-unused-features.md).
// Lint refuses an import of what is missing (oxlint.config.ts); a new version of React that is written in another way
// fails the build.

/** A node of the syntax tree, as far as this file reads it. */
interface Node {
  type: string;
  start: number;
  end: number;
}
interface SwitchCase extends Node {
  test: Node | null;
  consequent: Node[];
}
interface Cut {
  start: number;
  end: number;
  text: string;
}

/** Kinds of fiber that no component of the shop makes. */
const UNUSED_TAGS: Readonly<Record<string, string>> = {
  12: "Profiler",
  19: "SuspenseList",
  21: "scope",
  24: "cache",
  26: "an element that React moves into <head>",
  27: "<html>, <head>, <body>",
  30: "ViewTransition",
  31: "Activity",
};

const NOTHING = "";

/** Functions that only unused features need, and what they do instead. */
const UNUSED_FUNCTIONS: Readonly<Record<string, string>> = {
  // view transitions
  startViewTransition: NOTHING,
  flushAfterMutationEffects: NOTHING,
  reportViewTransitionError: NOTHING,
  commitEnterViewTransitions: NOTHING,
  commitExitViewTransitions: NOTHING,
  commitNestedViewTransitions: NOTHING,
  commitDeletedPairViewTransitions: NOTHING,
  restoreEnterOrExitViewTransitions: NOTHING,
  restoreNestedViewTransitions: NOTHING,
  trackEnterViewTransitions: NOTHING,
  restoreViewTransitionOnHostInstances: NOTHING,
  getViewTransitionClassName: NOTHING,
  ViewTransitionPseudoElement: NOTHING,
  // refs of fragments
  FragmentInstance: NOTHING,
  traverseVisibleInstancesAndTextInstances: NOTHING,
  commitNewChildToFragmentInstance: NOTHING,
  commitNewChildToFragmentInstances: NOTHING,
  commitFragmentInstanceInsertionEffects: NOTHING,
  commitFragmentInstanceDeletionEffects: NOTHING,
  // functions as the action of a form
  extractEvents$1: NOTHING,
  startHostTransition: NOTHING,
  TransitionAwareHostComponent: NOTHING,
  recursivelyResetForms: NOTHING,
  requestFormReset$1: NOTHING,
  scheduleReplayQueueIfNeeded: NOTHING,
  // elements that React moves into <head>, and files that a page would wait for
  isHostHoistableType: "return false",
  preloadInstanceAndSuspendIfNeeded: NOTHING,
  accumulateSuspenseyCommitOnFiber: NOTHING,
  waitForCommitToBeReady: "return null",
  insertSuspendedStylesheets: NOTHING,
  prefetchDNS: NOTHING,
  preconnect: NOTHING,
  preload: NOTHING,
  preloadModule: NOTHING,
  preinitScript: NOTHING,
  preinitStyle: NOTHING,
  preinitModuleScript: NOTHING,
  // elements whose names have a hyphen
  isCustomElement: "return false",
  setPropOnCustomElement: NOTHING,
  // findDOMNode
  findCurrentFiberUsingSlowPath: NOTHING,
  // the components around an error, which no report names
  getStackByFiberInDevAndProd: 'return ""',
};

/** Hooks that nothing calls. A call fails: there is no such function. */
const UNUSED_HOOKS = new Set([
  "useActionState",
  "useFormState",
  "useOptimistic",
  "useHostTransitionStatus",
  "useMemoCache",
  "useCacheRefresh",
]);

/** Exports that nothing imports; lint refuses them by these names. */
export const UNUSED_EXPORTS = {
  "react.production.js": ["addTransitionType", "cache", "cacheSignal", "createRef"],
  "react-dom.production.js": [
    "preconnect",
    "prefetchDNS",
    "preinit",
    "preinitModule",
    "preload",
    "preloadModule",
    "requestFormReset",
    "useFormState",
    "useFormStatus",
  ],
} as const;

type Found = (node: Node, body: Node) => void;

/** `body`: of the function around the node. */
function visit(node: unknown, body: Node, found: Found): void {
  if (!node || typeof node !== "object") return;
  if (!("type" in node)) {
    for (const inner of Object.values(node)) visit(inner, body, found);
    return;
  }
  found(node as Node, body);
  const inside = /Function/.test((node as Node).type) && "body" in node ? (node.body as Node) : body;
  for (const inner of Object.values(node)) visit(inner, inside, found);
}

/** Variables that a part declares for the whole function around it. */
function declaredIn(part: Node): string[] {
  const names: string[] = [];
  visit(part, part, (node, body) => {
    if (node.type !== "VariableDeclarator" || body !== part) return;
    names.push((node as unknown as { id: { name: string } }).id.name);
  });
  return names;
}

function casesWithout(code: string, cases: readonly SwitchCase[], body: Node): Cut[] {
  const nameOf = ({ test }: SwitchCase) => (test ? code.slice(test.start, test.end) : "default");
  const isUnused = (one: SwitchCase) => nameOf(one) in UNUSED_TAGS;
  return cases.flatMap((one, at) => {
    if (!isUnused(one)) return [];
    // Cases above it may share its statements, or go on into them.
    const before = cases.slice(0, at).findLast((other) => other.consequent.length > 0 || !isUnused(other));
    const isReached = before && !/^(Break|Return|Throw|Continue)Statement$/.test(before.consequent.at(-1)?.type ?? "");
    if (isReached) return [{ start: one.start, end: one.consequent[0]?.start ?? one.end, text: "" }];
    const names = declaredIn(one);
    const kept = { start: body.start + 1, end: body.start + 1, text: `var ${names.join(", ")};` };
    return [{ start: one.start, end: one.end, text: "" }, ...(names.length > 0 ? [kept] : [])];
  });
}

/** What is left out of react-dom-client. Throws if a name is not there. */
function clientCuts(code: string, program: Node): Cut[] {
  const cuts: Cut[] = [];
  const missing = new Set(Object.keys(UNUSED_FUNCTIONS));
  visit(program, program, (node, body) => {
    if (node.type === "FunctionDeclaration") {
      const { id, body: own } = node as unknown as { id: { name: string }; body: Node };
      const text = UNUSED_FUNCTIONS[id.name];
      if (text !== undefined && missing.delete(id.name)) cuts.push({ ...own, text: `{${text}}` });
    } else if (node.type === "SwitchStatement") {
      const { discriminant, cases } = node as unknown as { discriminant: Node; cases: SwitchCase[] };
      if (code.slice(discriminant.start, discriminant.end).endsWith(".tag"))
        cuts.push(...casesWithout(code, cases, body));
    } else if (node.type === "ObjectExpression") {
      const { properties } = node as unknown as { properties: (Node & { key: { name: string } })[] };
      for (const property of properties) {
        if (UNUSED_HOOKS.has(property.key.name)) cuts.push({ ...property, text: `${property.key.name}: undefined` });
      }
    } else if (node.type === "ExpressionStatement") {
      const text = code.slice(node.start, node.end);
      if (/^(FragmentInstance|ViewTransitionPseudoElement)\.prototype\./.test(text)) cuts.push({ ...node, text: "" });
    }
  });
  if (missing.size > 0) throw new Error(`react-dom has no ${[...missing].join(", ")} any more`);
  return cuts;
}

function exportCuts(code: string, program: Node, names: readonly string[]): Cut[] {
  const statements = (program as unknown as { body: Node[] }).body;
  return names.map((name) => {
    const found = statements.find(({ start }) => code.startsWith(`exports.${name} = `, start));
    if (!found) throw new Error(`there is no exports.${name} any more`);
    return { ...found, text: "" };
  });
}

/**
 * The code without those parts. Of parts inside of each other, the outer one counts. Lines keep their numbers, for the
 * source map.
 */
function without(code: string, cuts: readonly Cut[]): string {
  let at = 0;
  let left = "";
  for (const { start, end, text } of cuts.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue;
    left += code.slice(at, start) + text + "\n".repeat(code.slice(start, end).split("\n").length - 1);
    at = end;
  }
  return left + code.slice(at);
}

/** Leaves out what the shop does not use of React. */
export function leanReact(): Plugin {
  return {
    name: "lean-react",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    transform: {
      filter: { id: /\/node_modules\/react(-dom)?\/cjs\// },
      handler(code, id) {
        const file = basename(id);
        const program = this.parse(code) as unknown as Node;
        if (file in UNUSED_EXPORTS) {
          const names = UNUSED_EXPORTS[file as keyof typeof UNUSED_EXPORTS];
          return { code: without(code, exportCuts(code, program, names)), map: null };
        }
        if (file !== "react-dom-client.production.js") return null;
        return { code: without(code, clientCuts(code, program)), map: null };
      },
    },
  };
}
