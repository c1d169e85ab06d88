import type { Metadata } from 'sharp';
import { describe, expect, it } from 'vitest';
import { getShrinkFactor, isHeavy } from './decoding-work.ts';

const settings = {
  maxPixels: 1000,
  maxDecodedBytes: 4000,
  freePixels: 100,
  pixelsPerByte: 2,
  heavyPixels: 200,
};

const startOfScan = Buffer.from([0xff, 0xda]);

interface Undecoded {
  readonly size: readonly [width: number, height: number];
  readonly length?: number;
  readonly scans?: number;
  readonly header?: Partial<Metadata>;
}

function undecoded(format: 'jpeg' | 'png', { size, length = 10, scans = 0, header = {} }: Undecoded) {
  const [width, height] = size;
  const scanned = Buffer.concat(Array<Buffer>(scans).fill(startOfScan));
  const bytes = Buffer.concat([scanned, Buffer.alloc(Math.max(0, length - scanned.length))]);
  const known = { format, width, height, channels: 3, depth: 'uchar', isProgressive: scans > 0, ...header };
  return { header: known as Metadata, bytes };
}

const shrink = (format: 'jpeg' | 'png', photo: Undecoded) =>
  getShrinkFactor(undecoded(format, photo), settings);

describe('getShrinkFactor', () => {
  it.each<[string, Undecoded, number | 'too-large']>([
    ['of as many pixels as are free', { size: [10, 10] }, 1],
    ['of more, which its bytes are worth', { size: [20, 10], length: 100 }, 1],
    ['of twice as many as its bytes are worth', { size: [20, 10] }, 2],
    ['of nine times as many', { size: [30, 30] }, 4],
    ['of more than are decoded at all', { size: [1001, 1], length: 1000 }, 'too-large'],
    ['in passes', { size: [20, 10], scans: 5 }, 2],
    ['in passes, of more than twice as many', { size: [21, 10], scans: 5 }, 'too-large'],
    ['in twenty passes', { size: [10, 10], scans: 20 }, 2],
    ['in thirty passes', { size: [11, 10], scans: 30 }, 'too-large'],
    ['that unfolds to many bytes', { size: [35, 20], length: 400 }, 1],
    ['that unfolds to as many bytes twice', { size: [35, 20], length: 400, scans: 1 }, 'too-large'],
  ])('decodes a JPEG %s by what it is worth', (_what, photo, expected) => {
    expect(shrink('jpeg', photo)).toBe(expected);
  });

  it.each<[string, Undecoded, number | 'too-large']>([
    ['of four times as many pixels as are free', { size: [20, 20] }, 1],
    ['of more', { size: [21, 20] }, 'too-large'],
    ['of four channels', { size: [30, 20], length: 400, header: { channels: 4 } }, 1],
    [
      'of four channels of two bytes',
      { size: [30, 20], length: 400, header: { channels: 4, depth: 'ushort' } },
      'too-large',
    ],
  ])('decodes a PNG %s whole or not at all', (_what, photo, expected) => {
    expect(shrink('png', photo)).toBe(expected);
  });
});

describe('isHeavy', () => {
  it.each<[string, 'jpeg' | 'png', Undecoded, boolean]>([
    ['of as many pixels as are quick', 'jpeg', { size: [20, 10] }, false],
    ['of more, though it is made smaller', 'jpeg', { size: [201, 1] }, true],
    ['of more, as a PNG', 'png', { size: [201, 1] }, true],
    ['of fewer, in many passes', 'jpeg', { size: [15, 10], scans: 20 }, true],
  ])('tells of a photo %s', (_what, format, photo, expected) => {
    expect(isHeavy(undecoded(format, photo), settings)).toBe(expected);
  });
});
