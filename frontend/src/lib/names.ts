/** Whether a name says already whose it is: "Kellerkind: Wuppertal" */
export const beginsWith = (name: string, artist: string): boolean =>
  name.toLowerCase().startsWith(artist.toLowerCase());
