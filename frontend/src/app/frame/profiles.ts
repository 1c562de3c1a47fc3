/** A shop's profiles elsewhere, in the order in which the footer names them. */
const NETWORKS = {
  website: "Website",
  instagram: "Instagram",
  tiktok: "TikTok",
  youtube: "YouTube",
  spotify: "Spotify",
  apple: "Apple Music",
  music: "",
  telegram: "Telegram",
  twitter: "X",
  facebook: "Facebook",
  link: "Link",
} as const;
type Network = keyof typeof NETWORKS;

interface Shop {
  name: string;
  meta: { homeLink: string; socials: readonly (Record<Network, string> & { title: string })[] };
}

/** The entry's title says more than these, unless it is the band's name again. */
const isUntold = (network: Network): boolean => network === "website" || network === "link";

/** The footer's links; where several would have the same name, their titles tell them apart. `music`: what a site for
 * music that is none of the networks is called. */
export function profiles(
  { name: shopName, meta: { homeLink, socials } }: Shop,
  music: string,
): { href: string; label: string }[] {
  const found = socials.flatMap((social) =>
    (Object.keys(NETWORKS) as Network[])
      .filter((network) => social[network])
      .map((network) => {
        const name = NETWORKS[network] || music;
        const title = social.title === shopName ? "" : social.title;
        return {
          href: social[network],
          title: social.title,
          name,
          label: isUntold(network) ? title || name : name,
        };
      }),
  );
  if (homeLink && found.every(({ href }) => href !== homeLink)) {
    found.unshift({ href: homeLink, title: shopName, name: NETWORKS.website, label: NETWORKS.website });
  }
  const isShared = (label: string) => found.filter((one) => one.label === label).length > 1;
  return found.map(({ href, title, name, label }) => ({
    href,
    label: title && isShared(label) ? `${title} · ${name}` : label,
  }));
}
