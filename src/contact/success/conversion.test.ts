import { describe, expect, it, vi } from 'vitest';
import { notifyPage } from './conversion.ts';

describe('notifyPage', () => {
  it('dispatches the event with the type', () => {
    const page = new EventTarget();
    const heard = vi.fn();
    page.addEventListener('slipway:conversion', (event) => heard((event as CustomEvent).detail));
    notifyPage(page, { enquiryType: 7 });
    expect(heard.mock.calls).toEqual([[{ enquiryType: 7 }]]);
  });

  it("pushes to the page's data layer where there is one", () => {
    const dataLayer: unknown[] = [];
    notifyPage(Object.assign(new EventTarget(), { dataLayer }), { enquiryType: 3 });
    expect(dataLayer).toEqual([{ event: 'enquiry_sent', enquiry_type: 3 }]);
  });

  it('survives a data layer that throws or is no list', () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const push = () => {
      throw new Error('no');
    };
    notifyPage(Object.assign(new EventTarget(), { dataLayer: { push } }), { enquiryType: 3 });
    notifyPage(Object.assign(new EventTarget(), { dataLayer: {} }), { enquiryType: 3 });
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
  });
});
