import sharp from 'sharp';

/** A picture of one colour, as a browser's file input or a form takes it. */
export async function samplePicture(name = 'picture.png', size = 600) {
  const background = { r: 201, g: 106, b: 38 };
  const buffer = await sharp({ create: { width: size, height: size, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

/** The same as the form that POST /images takes. */
export async function pictureForm(size?: number): Promise<FormData> {
  const { name, mimeType, buffer } = await samplePicture('picture.png', size);
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
  return form;
}
