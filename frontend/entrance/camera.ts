/** QR codes in the camera's picture: by the browser's own reader where it has one, else by a small library. */

type Reader = (video: HTMLVideoElement) => Promise<string | null>;

interface Detector {
  detect(source: CanvasImageSource): Promise<{ rawValue: string }[]>;
}
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> };

const LOOKS_EVERY = 120;
/** The same code again within this time is the same person's. */
const SAME_FOR = 4000;
const LARGEST = 720;

async function readerHere(): Promise<Reader> {
  const own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  if (own && (await own.getSupportedFormats()).includes("qr_code")) {
    const detector = new own({ formats: ["qr_code"] });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  }
  const { decodeQR } = await import("qr/decode.js");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return (video) => {
    const scale = Math.min(1, LARGEST / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (!context || !canvas.width) return Promise.resolve(null);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      return Promise.resolve(decodeQR(context.getImageData(0, 0, canvas.width, canvas.height)));
    } catch {
      // It says so by throwing when there is no code in the picture.
      return Promise.resolve(null);
    }
  };
}

export class Camera {
  private stream: MediaStream | null = null;
  private last = "";
  private lastAt = 0;
  private readonly video: HTMLVideoElement;
  private readonly read: (code: string) => Promise<void>;

  constructor(video: HTMLVideoElement, read: (code: string) => Promise<void>) {
    this.video = video;
    this.read = read;
  }

  get isOn(): boolean {
    return this.stream !== null;
  }

  /** Throws what getUserMedia throws: NotAllowedError, NotFoundError … */
  async start(): Promise<void> {
    const wanted = { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } };
    const stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
    this.stream = stream;
    this.video.srcObject = stream;
    await this.video.play();
    const reader = await readerHere();
    void this.look(stream, reader);
  }

  stop(): void {
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.stream = null;
    this.video.srcObject = null;
  }

  get hasLight(): boolean {
    const can = this.stream?.getVideoTracks()[0]?.getCapabilities() as { torch?: boolean } | undefined;
    return can?.torch === true;
  }

  async light(on: boolean): Promise<void> {
    const wanted = { advanced: [{ torch: on }] } as unknown as MediaTrackConstraints;
    await this.stream?.getVideoTracks()[0]?.applyConstraints(wanted);
  }

  private async look(stream: MediaStream, reader: Reader): Promise<void> {
    while (this.stream === stream) {
      const code = document.hidden ? null : await reader(this.video).catch(() => null);
      if (code && this.isNew(code)) await this.read(code);
      await new Promise((resolve) => setTimeout(resolve, LOOKS_EVERY));
    }
  }

  private isNew(code: string): boolean {
    const now = Date.now();
    const isNew = code !== this.last || now - this.lastAt > SAME_FOR;
    this.last = code;
    this.lastAt = now;
    return isNew;
  }
}
