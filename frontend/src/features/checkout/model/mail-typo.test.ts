import { describe, expect, it } from "vitest";
import { distance, mailSuggestion } from "@/features/checkout/model/mail-typo";

describe("distance", () => {
  it.each([
    ["", "", 0],
    ["abc", "abc", 0],
    ["abc", "acb", 1],
    ["gmial", "gmail", 1],
    ["gmal", "gmail", 1],
    ["gmaill", "gmail", 1],
    ["web", "gmx", 3],
    ["", "ab", 2],
  ])("%s → %s: %i", (a, b, d) => expect(distance(a, b)).toBe(d));
});

describe("suggestions", () => {
  it.each([
    ["nora@gmial.com", "nora@gmail.com"],
    ["nora@gmail.con", "nora@gmail.com"],
    ["nora@gmaill.co", "nora@gmail.com"],
    ["nora@wbe.de", "nora@web.de"],
    ["nora@web.d", "nora@web.de"],
    ["nora@gmx.dee", "nora@gmx.de"],
    ["nora@web.de>", "nora@web.de"],
    ["nora@tonline.de", "nora@t-online.de"],
    ["nora@t-onlien.de", "nora@t-online.de"],
    ["nora@hotmial.de", "nora@hotmail.de"],
    ["nora@outlok.de", "nora@outlook.de"],
    ["nora@postoe.de", "nora@posteo.de"],
    ["nora@freenett.de", "nora@freenet.de"],
    ["Nora.M+x@GMIAL.com", "Nora.M+x@gmail.com"],
    ["nora@meineband.con", "nora@meineband.com"],
    ["nora@verein.ogr", "nora@verein.org"],
    ["nora@meineband.dee", "nora@meineband.de"],
  ])("%s → %s", (typed, meant) => expect(mailSuggestion(typed)).toBe(meant));

  it.each([
    "nora@gmx.net",
    "nora@gmx.de",
    "nora@gmx.at",
    "nora@t-online.de",
    "nora@web.de",
    "nora@mail.de",
    "nora@email.de",
    "nora@me.com",
    "nora@posteo.net",
    "nora@live.at",
    "nora@uni-leipzig.de",
    "nora@studio.dev",
    "nora@meineband.io",
    "nora@tierarzt.vet",
    "nora@kneipe.berlin",
    "nora@wg.de",
    "nora@example.co.uk",
    "nora",
    "nora@",
    "@gmial.com",
    "",
    "a;b@gmial.com",
    "a b@gmial.com",
  ])("leaves %s alone", (typed) => expect(mailSuggestion(typed)).toBeNull());
});
