/** A shop's profiles elsewhere, in the order in which the footer names them. */
const NETWORKS = {
  website: "Website",
  instagram: "Instagram",
  tiktok: "TikTok",
  youtube: "YouTube",
  spotify: "Spotify",
  apple: "Apple Music",
  music: "Music",
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

/** The entry's title says more than these. */
const isUntold = (network: Network): boolean => network === "website" || network === "link";

/** The footer's links; where several would have the same name, their titles tell them apart. */
export function profiles({ name: shopName, meta: { homeLink, socials } }: Shop): { href: string; label: string }[] {
  const found = socials.flatMap((social) =>
    (Object.keys(NETWORKS) as Network[])
      .filter((network) => social[network])
      .map((network) => {
        const name = NETWORKS[network];
        return {
          href: social[network],
          title: social.title,
          name,
          label: isUntold(network) ? social.title || name : name,
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
