import { flushSync } from 'react-dom';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../theme/theme.css';
import { createTextFormatter } from '#engine';
import { createPhotos } from '../photos/create-photos.tsx';
import { stepPhotos } from '../photos/photos-machine.ts';
import { PhotosUploader } from '../photos/photos-uploader.tsx';
import type { PhotoOutcome } from '../photos/upload-photo.ts';
import { expectNoViolations, getDescriptionText } from '../testing/accessibility.ts';
import { createTestForm } from '../testing/forms.ts';
import { type RenderFieldOptions, renderField } from '../testing/render-field.tsx';

const list = { type: 'array', items: { type: 'string' }, maxItems: 1 };

/** Renders a field for a signature, whose uploads end with `outcome`. */
async function draw(
  options: RenderFieldOptions & { readonly outcome?: PhotoOutcome; readonly schema?: object } = {},
) {
  const { outcome = { state: 'uploaded', path: 'photos/1' }, schema = list, ...given } = options;
  const files: File[] = [];
  const photos = createPhotos({
    endpoint: '',
    text: createTextFormatter(createTestForm({ properties: { it: list } }), 'en'),
    load: async () => ({
      PhotosUploader,
      stepPhotos,
      sendPhoto: async ({ file }) => {
        files.push(file);
        return outcome;
      },
    }),
  });
  const screen = await renderField(schema, 'signature', { photos, ...given });
  const canvas = () => screen.container.querySelector('canvas') as HTMLCanvasElement;
  await expect.poll(canvas).not.toBeNull();
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click();
  return Object.assign(screen, { photos, files, canvas, press });
}

interface Line {
  readonly pointerId?: number;
  readonly button?: number;
  readonly pointerType?: string;
}

/** Draws a line between two points of the pad, each a share of its width and height from 0 to 1. */
function drawLine(
  canvas: HTMLCanvasElement,
  from: readonly [number, number],
  to: readonly [number, number],
  line: Line = {},
): void {
  const fire = (type: string, [x, y]: readonly [number, number]) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const at = { clientX: left + x * width, clientY: top + y * height };
    const pointer = { pointerId: 7, button: 0, bubbles: true, cancelable: true, ...line, ...at };
    flushSync(() => canvas.dispatchEvent(new PointerEvent(type, pointer)));
  };
  fire('pointerdown', from);
  fire('pointermove', [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
  fire('pointermove', to);
  fire('pointerup', to);
}

/** Returns the share of dark pixels in a picture, in per mille. */
function countInk(source: CanvasImageSource, width: number, height: number): number {
  const copy = Object.assign(document.createElement('canvas'), { width, height });
  const context = copy.getContext('2d') as CanvasRenderingContext2D;
  context.drawImage(source, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  let dark = 0;
  for (let index = 0; index < data.length; index += 4) if ((data[index] ?? 255) < 128) dark += 1;
  return (1000 * dark) / (width * height);
}

const inkOf = (canvas: HTMLCanvasElement) => countInk(canvas, canvas.width, canvas.height);

describe('SignatureWidget', () => {
  it('is white paper that a pointer draws on in dark ink, and only the pad does not scroll', async () => {
    const { canvas, container } = await draw();
    expect(inkOf(canvas())).toBe(0);
    drawLine(canvas(), [0.1, 0.5], [0.9, 0.4], { pointerType: 'touch' });
    expect(inkOf(canvas())).toBeGreaterThan(3);
    const touchless = [...container.querySelectorAll('*')].filter(
      (element) => getComputedStyle(element).touchAction === 'none',
    );
    expect(touchless).toEqual([canvas()]);
    await expectNoViolations(container);
  });

  it('draws a dot for a tap, and nothing for a second finger or another button', async () => {
    const { canvas } = await draw();
    drawLine(canvas(), [0.5, 0.5], [0.9, 0.5], { button: 2 });
    expect(inkOf(canvas())).toBe(0);
    drawLine(canvas(), [0.5, 0.5], [0.5, 0.5]);
    const dot = inkOf(canvas());
    expect(dot).toBeGreaterThan(0);
    const fire = (type: string, pointerId: number, clientX: number) =>
      flushSync(() =>
        canvas().dispatchEvent(new PointerEvent(type, { pointerId, clientX, clientY: 1, bubbles: true })),
      );
    fire('pointerdown', 7, 1);
    fire('pointerdown', 8, 200);
    fire('pointermove', 8, 400);
    fire('pointerup', 8, 400);
    fire('pointercancel', 7, 1);
    expect(inkOf(canvas())).toBeLessThan(3 * dot);
  });

  it('removes the last line, then all, and says so', async () => {
    const screen = await draw();
    const { canvas, press } = screen;
    drawLine(canvas(), [0.1, 0.5], [0.3, 0.5]);
    const one = inkOf(canvas());
    drawLine(canvas(), [0.5, 0.2], [0.9, 0.8]);
    await press('Undo');
    expect(inkOf(canvas())).toBe(one);
    await expect.element(page.getByText('The last line is removed.')).toBeInTheDocument();
    drawLine(canvas(), [0.5, 0.2], [0.9, 0.8]);
    await press('Clear');
    expect(inkOf(canvas())).toBe(0);
    await expect.element(page.getByText('The drawing is empty.')).toBeInTheDocument();
    const clear = screen.getByRole('button', { name: 'Clear', exact: true }).element();
    expect(clear).toHaveAttribute('aria-disabled', 'true');
    await expect.poll(() => document.activeElement).toBe(clear);
  });

  it('says that a line is drawn, and that the picture is one of a signature', async () => {
    const { canvas } = await draw();
    expect(canvas()).toHaveAccessibleName('Sign here with a mouse, pen or finger');
    drawLine(canvas(), [0.1, 0.5], [0.9, 0.4]);
    await expect.element(page.getByText('A line is drawn.')).toBeInTheDocument();
    expect(canvas()).toHaveAccessibleName('Preview of the signature');
  });

  it('leads the keyboard to the way to type while nothing is drawn', async () => {
    const { canvas, press } = await draw();
    const focusNext = async () => {
      await userEvent.tab();
      return document.activeElement?.textContent;
    };
    expect(await focusNext()).toBe('Type your name instead');
    drawLine(canvas(), [0.1, 0.5], [0.9, 0.4]);
    await press('Undo');
    await expect.poll(() => document.activeElement?.textContent).toBe('Undo');
    expect(await focusNext()).toBe('Type your name instead');
  });

  it('adds the drawing as a small PNG with dark ink on white, and moves the focus to its row', async () => {
    const { canvas, press, files, container } = await draw();
    drawLine(canvas(), [0.1, 0.5], [0.9, 0.4]);
    await press('Use this signature');
    await expect.element(page.getByRole('button', { name: 'Remove signature.png' })).toHaveFocus();
    await expect.element(page.getByRole('list', { name: 'Your signature' })).toBeVisible();
    expect(container.querySelector('canvas')).toBeNull();
    const [file] = files;
    expect(file).toMatchObject({ name: 'signature.png', type: 'image/png' });
    expect(file?.size).toBeLessThan(100_000);
    const picture = await createImageBitmap(file as File);
    expect(picture.width).toBe(1800);
    const ink = countInk(picture, picture.width, picture.height);
    expect(ink).toBeGreaterThan(3);
    expect(ink).toBeLessThan(30);
    await expectNoViolations(container);
  });

  it('adds a JPEG where a rule accepts nothing else', async () => {
    const { canvas, press, files } = await draw({
      rules: [{ id: 'jpeg', description: 'Only JPEG.', then: { limit: { it: { types: ['image/jpeg'] } } } }],
    });
    drawLine(canvas(), [0.1, 0.5], [0.9, 0.4]);
    await press('Use this signature');
    await expect.poll(() => files[0]?.type).toBe('image/jpeg');
    expect(files[0]?.name).toBe('signature.jpg');
  });

  it('draws a typed name, by keyboard alone', async () => {
    const { canvas, files, container, heard } = await draw();
    page.getByRole('button', { name: 'Type your name instead' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('textbox', { name: 'Your name' })).toHaveFocus();
    await userEvent.keyboard('Ann Berry');
    expect(inkOf(canvas())).toBeGreaterThan(3);
    await expectNoViolations(container);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Remove signature.png' })).toHaveFocus();
    expect(files).toHaveLength(1);
    expect(heard).not.toHaveBeenCalled();
  });

  it('makes a long name fit', async () => {
    const { canvas } = await draw();
    await page.getByRole('button', { name: 'Type your name instead' }).click();
    await page
      .getByRole('textbox', { name: 'Your name' })
      .fill('Wolfeschlegelsteinhausenbergerdorff '.repeat(2));
    const { width, height } = canvas();
    const context = canvas().getContext('2d') as CanvasRenderingContext2D;
    const edges = [context.getImageData(0, 0, 60, height), context.getImageData(width - 60, 0, 60, height)];
    expect(edges.flatMap(({ data }) => [...data]).every((value) => value === 255)).toBe(true);
    expect(inkOf(canvas())).toBeGreaterThan(1);
  });

  it('explains below a small pad what it is for, in letters of any size', async () => {
    await page.viewport(320, 700);
    document.documentElement.style.fontSize = '200%';
    const { canvas, container } = await draw();
    const prompt = container.querySelector('.sw-signature-prompt')?.getBoundingClientRect();
    const paper = container.querySelector('.sw-signature-paper')?.getBoundingClientRect();
    expect(prompt?.top).toBeGreaterThanOrEqual(canvas().getBoundingClientRect().bottom);
    expect(prompt?.bottom).toBeLessThanOrEqual(paper?.bottom ?? 0);
    document.documentElement.style.fontSize = '';
    await page.viewport(900, 700);
  });

  it('keeps the drawing while a name is typed, and adds only what is shown', async () => {
    const { canvas, press, files, getByRole } = await draw();
    drawLine(canvas(), [0.1, 0.5], [0.9, 0.4]);
    const drawn = inkOf(canvas());
    await press('Type your name instead');
    expect(inkOf(canvas())).toBe(0);
    // A browser would wait until it is enabled.
    flushSync(() => (getByRole('button', { name: 'Use this signature' }).element() as HTMLElement).click());
    expect(files).toEqual([]);
    await press('Draw your signature instead');
    expect(inkOf(canvas())).toBe(drawn);
  });

  it('is empty again after the signature was removed, with the focus on the way to type', async () => {
    const { canvas, press } = await draw();
    drawLine(canvas(), [0.1, 0.5], [0.9, 0.4]);
    await press('Use this signature');
    await press('Remove signature.png');
    await expect.poll(() => inkOf(canvas())).toBe(0);
    await expect.element(page.getByRole('button', { name: 'Type your name instead' })).toHaveFocus();
  });

  it('adds a drawing at a submit that was not added before, once', async () => {
    const { canvas, send, files } = await draw();
    await send();
    expect(files).toEqual([]);
    drawLine(canvas(), [0.1, 0.5], [0.9, 0.4]);
    await send();
    await send();
    await expect.poll(() => files.length).toBe(1);
    await expect.element(page.getByRole('button', { name: 'Remove signature.png' })).toBeVisible();
  });

  it('says at its first button that it is required and what is wrong', async () => {
    const { container } = await draw({ problems: [{ field: 'it', code: 'required' }] });
    const button = page.getByRole('button', { name: 'Type your name instead' }).element();
    expect(getDescriptionText(button)).not.toBe('');
    await expectNoViolations(container);
  });

  it('can neither be drawn on nor typed while it is disabled', async () => {
    const { canvas, container } = await draw({ isDisabled: true });
    drawLine(canvas(), [0.1, 0.5], [0.9, 0.4]);
    expect(inkOf(canvas())).toBe(0);
    expect(
      [...container.querySelectorAll('.sw-signature button')].every((one) => one.matches(':disabled')),
    ).toBe(true);
  });
});
