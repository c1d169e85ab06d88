import { describe, expectTypeOf, it } from 'vitest';
import type * as server from '../../src/server/pages/views.ts';
import type * as drawing from '../../src/site/server.tsx';
import type * as site from '../../src/site/views.ts';

describe('the views that the server hands to the site', () => {
  it('are what the site draws', () => {
    expectTypeOf<server.PageView>().toExtend<site.PageView>();
    expectTypeOf<server.IndexView>().toExtend<site.IndexView>();
    expectTypeOf<server.MessageView>().toExtend<site.MessageView>();
    expectTypeOf<server.PlainView>().toExtend<site.PlainView>();
    expectTypeOf<typeof drawing>().toExtend<server.SiteProgram>();
  });
});
