import { expect, it } from "vitest";
import { profiles } from "./profiles";

const NONE = {
  website: "",
  spotify: "",
  music: "",
  tiktok: "",
  telegram: "",
  youtube: "",
  instagram: "",
  apple: "",
  twitter: "",
  facebook: "",
  link: "",
};
const labels = (homeLink: string, ...socials: (Partial<typeof NONE> & { title: string })[]) =>
  profiles(
    { name: "Nachtfalter", meta: { homeLink, socials: socials.map((one) => ({ ...NONE, ...one })) } },
    "Musik",
  ).map(({ label }) => label);

it("names profiles by their networks, sites by their titles", () =>
  expect(
    labels(
      "",
      { title: "Wir", website: "https://a.example", instagram: "https://i.example/a" },
      { title: "", link: "https://b.example" },
    ),
  ).toEqual(["Wir", "Instagram", "Link"]));

it("names what a link leads to rather than the band again", () =>
  expect(labels("", { title: "Nachtfalter", website: "https://n.example", music: "https://tapes.example" })).toEqual([
    "Website",
    "Musik",
  ]));

it("tells profiles in the same network apart by their titles", () =>
  expect(
    labels(
      "",
      { title: "Band", instagram: "https://i.example/band", tiktok: "https://t.example/band" },
      { title: "Ida", instagram: "https://i.example/ida" },
    ),
  ).toEqual(["Band · Instagram", "TikTok", "Ida · Instagram"]));

it("begins with the band's own site unless it is among them", () => {
  expect(labels("https://n.example", { title: "", website: "https://other.example" })).toEqual([
    "Nachtfalter · Website",
    "Website",
  ]);
  expect(labels("https://n.example", { title: "Wir", website: "https://n.example" })).toEqual(["Wir"]);
});
