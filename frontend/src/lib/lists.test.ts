import { expect, test } from "vitest";
import { isNumber, isText, listOf } from "./lists";

test.each([
  ["a list", ["3", 4, null, "5"], ["3", "5"]],
  ["no list", { 0: "3" }, []],
  ["nothing", undefined, []],
])("only items of the type are taken: %s", (_name, value, items) => {
  expect(listOf(value, isText)).toEqual(items);
});

test("numbers are no texts", () => {
  expect(listOf([1, "2", 3], isNumber)).toEqual([1, 3]);
});
