import { describe, expect, it } from 'vitest';
import { createScaler } from './scale-down.ts';
import { startScaleWorker } from './start-scale-worker.ts';

const scaleDown = createScaler(startScaleWorker);

describe('a photo scaled down in its worker', () => {
  it('is at most 2,560 px on its longest side, in proportion, of its own type, and smaller', async () => {
    const file = await picture(3000, 2000, 'image/jpeg');
    const scaled = await scale(file);
    expect(scaled.type).toBe('image/jpeg');
    expect(scaled.size).toBeLessThan(file.size);
    expect(await sizeOf(scaled)).toEqual([2560, 1707]);
  });

  it('stands upright, as its EXIF turns it', async () => {
    const file = turned(await picture(3000, 2000, 'image/jpeg'), 6);
    expect(await sizeOf(await scale(file))).toEqual([1707, 2560]);
  });

  it('stays PNG where it is one', async () => {
    const scaled = await scale(await picture(4000, 500, 'image/png'));
    expect(scaled.type).toBe('image/png');
    expect(await sizeOf(scaled)).toEqual([2560, 320]);
  });

  it('goes as it is where its pixels are few', async () => {
    const file = await picture(1400, 1400, 'image/png');
    expect(await scale(file)).toBe(file);
  });

  it('goes as it is where it cannot be decoded', async () => {
    const file = new File([new Uint8Array(1_500_000).fill(0xff)], 'broken.jpg', { type: 'image/jpeg' });
    expect(await scale(file)).toBe(file);
  });
});

function scale(file: File): Promise<Blob> {
  return scaleDown(file, new AbortController().signal);
}

/** Noise, so that it is large as a camera's photo is. */
async function picture(width: number, height: number, type: string): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  const pixels = new ImageData(width, height);
  const words = new Uint32Array(pixels.data.buffer);
  let seed = 1;
  for (let index = 0; index < words.length; index += 1) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    words[index] = seed | 0xff000000;
  }
  context?.putImageData(pixels, 0, 0);
  const blob = await canvas.convertToBlob({ type, quality: 0.95 });
  expect(blob.size).toBeGreaterThan(1_000_000);
  return new File([blob], 'photo', { type });
}

/** The JPEG with an EXIF segment that holds nothing but an orientation (Exif 2.32, section 4.6.4). */
function turned(file: File, orientation: number): File {
  const tiff = [
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ];
  const body = [0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
  const segment = [0xff, 0xe1, 0, body.length + 2, ...body];
  return new File([file.slice(0, 2), new Uint8Array(segment), file.slice(2)], file.name, { type: file.type });
}

async function sizeOf(photo: Blob): Promise<readonly [number, number]> {
  const { width, height } = await createImageBitmap(photo);
  return [width, height];
}
