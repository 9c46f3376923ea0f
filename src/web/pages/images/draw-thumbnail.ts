const SIDE = 480;
/** The background of pictures that are not square. */
const PAPER = '#f2f0ed';

/**
 * A square `data:` URL: the pages' policy forbids `blob:`. Undefined when the browser cannot decode the file; the shop
 * validates it anyway.
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
