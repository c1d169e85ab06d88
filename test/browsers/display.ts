import type { Household } from './processes.ts';

/** Gives a household a display of its own: `number` if given, else the first that is free. @throws where that is taken. */
export async function openDisplay({ start, env }: Household, number?: number): Promise<void> {
  // With -displayfd the server looks for a free display itself, and prints which.
  const chosen = number === undefined ? ['-displayfd', '1'] : [`:${number}`, '-displayfd', '1'];
  await start({
    name: number === undefined ? 'a display' : `display :${number}`,
    command: 'Xvfb',
    args: [...chosen, '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
    timeoutMs: 15_000,
    isReady(_child, printed) {
      const found = /^(\d+)\s*$/m.exec(printed)?.[1];
      if (found !== undefined) env.DISPLAY = `:${found}`;
      return found !== undefined;
    },
  });
  // A desktop's own would take the windows.
  delete env.WAYLAND_DISPLAY;
}
