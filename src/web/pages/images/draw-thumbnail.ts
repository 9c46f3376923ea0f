const SIDE = 480;
/** What the shop puts behind a picture that is not square. */
const PAPER = '#f2f0ed';

/**
 * A small square picture of a file as the shop will show it, as a `data:` address: pages may not load `blob:` ones.
 * Undefined when the browser cannot read the file; the shop judges it in any case.
 */
export async function drawThumbnail(file: Blob): Promise<string | undefined> {
  try {
    const whole = await createImageBitmap(file);
    const scale = SIDE / Math.max(whole.width, whole.height);
    const [width, height] = [whole.width * scale, whole.height * scale];
    const canvas = document.createElement('canvas');
    canvas.width = SIDE;
    canvas.height = SIDE;
    const pen = canvas.getContext('2d');
    if (!pen) return undefined;
    pen.fillStyle = PAPER;
    pen.fillRect(0, 0, SIDE, SIDE);
    pen.drawImage(whole, (SIDE - width) / 2, (SIDE - height) / 2, width, height);
    whole.close();
    return canvas.toDataURL('image/jpeg', 0.85);
  } catch {
    return undefined;
  }
}
