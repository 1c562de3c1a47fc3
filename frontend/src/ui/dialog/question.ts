/** What an alert or confirm dialog says (catalogue §2 "Overlays"). */
export interface Question {
  headline: string;
  text?: string;
  /** default "OK" */
  ok?: string;
  /** default "Abbrechen" / "Cancel" */
  cancel?: string;
  /** only tells something: one button, and closing it is no refusal */
  inform?: boolean;
  /** the careful answer is to cancel: its button is the prominent one */
  careful?: boolean;
  /** shown large, with a link that opens it in a new tab */
  image?: { src: string; alt: string };
}
