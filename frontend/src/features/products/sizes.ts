interface Option {
  id: string;
  description: string;
  available: boolean;
  active: boolean;
}

const LONGEST = 4;
const MOST = 8;

/** The options of a card when they are sizes: a few, each a few letters. Longer ones belong to the product's page. */
export function sizesOf(options: readonly Option[]): Option[] {
  const shown = options.filter((option) => option.active);
  const areSizes = shown.length <= MOST && shown.every(({ description: d }) => d.length > 0 && d.length <= LONGEST);
  return areSizes ? shown : [];
}
