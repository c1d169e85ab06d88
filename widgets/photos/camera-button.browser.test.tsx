import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { CameraButton } from './camera-button.tsx';

afterEach(() => vi.restoreAllMocks());

describe('CameraButton', () => {
  it('opens the camera where the finger is the pointer, and hands on what it took', async () => {
    const { onFiles, opened } = await draw({ isHandheld: true });
    await page.getByRole('button', { name: 'photos.camera' }).click();
    const [input] = opened;
    expect(input).toMatchObject({
      type: 'file',
      accept: 'image/*',
      capture: 'environment',
      isConnected: false,
    });
    const taken = new File(['x'], 'IMG_1.jpg', { type: 'image/jpeg' });
    const held = new DataTransfer();
    held.items.add(taken);
    if (input) input.files = held.files;
    input?.dispatchEvent(new Event('change'));
    expect(onFiles).toHaveBeenCalledExactlyOnceWith([taken]);
  });

  it('is not there for a mouse', async () => {
    await draw({ isHandheld: false });
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  });
});

async function draw({ isHandheld }: { readonly isHandheld: boolean }) {
  const query = Object.assign(new EventTarget(), { matches: isHandheld }) as unknown as MediaQueryList;
  vi.spyOn(window, 'matchMedia').mockReturnValue(query);
  const opened: HTMLInputElement[] = [];
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
    opened.push(this);
  });
  const onFiles = vi.fn<(files: readonly File[]) => void>();
  await render(<CameraButton text={(key) => key} onFiles={onFiles} />);
  return { onFiles, opened };
}
