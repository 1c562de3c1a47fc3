/** Whose show is next: the first of its artists, told by name. Without a show, the first artist of all. */
export const headliner = <A extends { name: string }>(artists: readonly A[], playing: string | undefined): A | undefined =>
  playing === undefined ? artists[0] : artists.find(({ name }) => playing === name || playing.startsWith(`${name}, `));
