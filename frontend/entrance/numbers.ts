/** A ticket's number as people read it aloud: 2 100000 123452. */
export function grouped(number: string): string {
  return number.length === 13 ? `${number.slice(0, 1)} ${number.slice(1, 7)} ${number.slice(7)}` : number;
}
