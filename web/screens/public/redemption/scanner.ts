/** What browsers have of the Barcode Detection API; iPhones have none, and type. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
type DetectorClass = new (options: { readonly formats: readonly string[] }) => Detector;

const detectorClass = (): DetectorClass | null =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector ?? null;

/** Whether this device can read codes with its camera. */
export const canScan = (): boolean =>
  detectorClass() !== null && typeof navigator.mediaDevices?.getUserMedia === 'function';

/** A code, or the address of a coupon's page that ends with one in `?code=`. */
export function codeIn(read: string): string {
  const address = /[?&#]code=([^&#]+)/.exec(read)?.[1];
  return (address === undefined ? read : decodeURIComponent(address)).trim().slice(0, 40);
}

/** Looks through the camera until it reads a code or the signal fires: null then. Throws where there is no camera. */
export async function scan(video: HTMLVideoElement, signal: AbortSignal): Promise<string | null> {
  const Reader = detectorClass();
  if (Reader === null) throw new Error('no reader');
  const detector = new Reader({ formats: ['qr_code', 'code_128'] });
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    video.srcObject = stream;
    await video.play();
    while (!signal.aborted) {
      const [found] = await detector.detect(video).catch(() => []);
      if (found !== undefined && found.rawValue !== '') return codeIn(found.rawValue);
      await new Promise((resolve) => setTimeout(resolve, 120));
    }
    return null;
  } finally {
    stop();
  }
}
