/** Answers that are heard and felt. */
export type Signal = "good" | "wait" | "bad";

/** Tones in hertz, one after the other, and how the phone trembles, in milliseconds. */
const TONES: Record<Signal, number[]> = { good: [880, 1320], wait: [520, 520], bad: [220, 180, 150] };
const TREMBLES: Record<Signal, number[]> = { good: [60], wait: [80, 60, 80], bad: [250, 80, 250] };
const LENGTH = 0.12;

let sound: AudioContext | undefined;

export function signal(kind: Signal): void {
  // Phones that cannot tremble have no such function.
  (navigator.vibrate as typeof navigator.vibrate | undefined)?.call(navigator, TREMBLES[kind]);
  sound ??= new AudioContext();
  const from = sound.currentTime;
  for (const [at, tone] of TONES[kind].entries()) {
    const voice = sound.createOscillator();
    voice.frequency.value = tone;
    voice.connect(sound.destination);
    voice.start(from + at * LENGTH);
    voice.stop(from + (at + 0.8) * LENGTH);
  }
}
