import { pass } from "./pass.ts";

const box = document.querySelector<HTMLElement>("[data-work]");
if (box) void pass(box);
