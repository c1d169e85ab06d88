import { describe, expect, it } from 'vitest';
import type { Form } from '#engine';
import { applyBranchValues, collectBranches, moveListBranches } from './posted-branches.ts';
import type { PostedForm } from './read-post.ts';

const secret = { crew: { items: { pin: { 'ui:widget': 'password' } } } };
const form = { wire: [], types: [{ fields: [], schema: {}, uiSchema: secret }] } as unknown as Form;
const posting = (texts: Readonly<Record<string, string>>) =>
  ({
    texts: new Map(Object.entries({ enquiry_type: '1', ...texts }).map(([name, text]) => [name, [text]])),
  }) as unknown as PostedForm;
const toPostedBranches = (branches: unknown) => ({ 'kept-branches': JSON.stringify({ 1: branches }) });

describe('applyBranchChoices', () => {
  it('has the branch that is named, those of other steps, and what was entered in one that is left', () => {
    const posted = posting({
      ...toPostedBranches({ drive: { branch: 1, left: { 0: { oars: 2 } } }, rig: { branch: 1, left: {} } }),
      'branch drive 1': '2',
    });
    expect(collectBranches(form, posted, { drive: { masts: 3 } })).toEqual({
      1: {
        drive: { branch: 2, left: { 0: { oars: 2 }, 1: { masts: 3 } } },
        rig: { branch: 1, left: {} },
      },
    });
  });

  it('knows branches by the type that was drawn, where another one is asked for', () => {
    const others = { drive: { branch: 1, left: { 0: { steam: 'x' } } } };
    const posted = posting({
      enquiry_type: '2',
      'drawn-type': '1',
      'branch drive 0': '1',
      'kept-branches': JSON.stringify({ 2: others }),
    });
    expect(collectBranches(form, posted, { drive: { oars: 2 } })).toEqual({
      1: { drive: { branch: 1, left: { 0: { oars: 2 } } } },
      2: others,
    });
  });

  it('forgets the branches inside one that is left, and a password', () => {
    const posted = posting({
      ...toPostedBranches({ 'crew/0/rank': { branch: 1, left: {} } }),
      'branch crew/0 0': '1',
    });
    expect(collectBranches(form, posted, { crew: [{ pin: '12', name: 'Ann' }] })).toEqual({
      1: { 'crew/0': { branch: 1, left: { 0: { name: 'Ann' } } } },
    });
  });

  it.each([
    '{',
    '[]',
    '1',
    '{"drive":1}',
    '{"1":{"drive":1}}',
    '{"1":{"drive":{"branch":"1","left":{}}}}',
    '{"1":{"drive":{"branch":-1,"left":{}}}}',
  ])('takes %s for no branches', (text) => {
    const { 1: branches = {} } = collectBranches(form, posting({ 'kept-branches': text }), {});
    expect(branches).toEqual({});
  });

  it('takes nothing that is deeper than a post can be', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(30)}1${'}'.repeat(30)}`);
    expect(
      collectBranches(form, posting(toPostedBranches({ drive: { branch: 0, left: { 1: deep } } })), {}),
    ).toEqual({
      1: {},
    });
  });
});

it('a branch to which a visitor returns has what was entered in it, and the newer of what both have', () => {
  const posted = posting({ 'branch drive 1': '0' });
  const branches = { drive: { branch: 0, left: { 0: { oars: 2, made: 'Ann' }, 1: { masts: 3 } } } };
  expect(applyBranchValues({ drive: { masts: 3, made: 'Bea' } }, posted, { 1: branches })).toEqual({
    drive: { oars: 2, masts: 3, made: 'Bea' },
  });
  const plain = { drive: { branch: 0, left: { 0: 'in May' } } };
  expect(applyBranchValues({ drive: 12 }, posted, { 1: plain })).toEqual({ drive: 'in May' });
});

it('the branches of a list move up with its items', () => {
  const branch = (index: number) => ({ branch: index, left: {} });
  const branches = {
    'crew/0': branch(1),
    'crew/1': branch(2),
    'crew/2/rank': branch(3),
    crew: branch(4),
    'crew two/1': branch(5),
    drive: branch(6),
  };
  expect(
    moveListBranches({ 1: branches, 2: branches }, posting({ 'change-list remove crew/0': 'x' })),
  ).toEqual({
    2: branches,
    1: {
      'crew/0': branch(2),
      'crew/1/rank': branch(3),
      crew: branch(4),
      'crew two/1': branch(5),
      drive: branch(6),
    },
  });
  const all = { 1: branches };
  expect(moveListBranches(all, posting({ 'change-list add crew': 'x' }))).toBe(all);
});
