import { describe, expect, it, vi } from 'vitest';
import { resolve, type Values } from '#engine';
import { createTestForm, createTestSituation } from '../testing/forms.ts';
import { createFieldsStore, type FieldsState } from './fields-store.ts';

const form = createTestForm({
  properties: {
    name: { type: 'string', title: 'Name' },
    port: { type: 'string', title: 'Port', enum: ['cowes', 'poole'] },
    rig: { type: 'string', title: 'Rig', default: 'sloop' },
    boat: {
      type: 'object',
      title: 'Boat',
      properties: { make: { type: 'string' }, model: { type: 'string' } },
    },
  },
});

function stateOf(entered: Values = {}, changes: Partial<FieldsState> = {}): FieldsState {
  return {
    plan: resolve(form, createTestSituation(form, { entered })),
    entered,
    problems: [],
    messageOf: ({ code }) => code,
    failureField: 'name',
    commitOn: 'blur',
    onChange: () => {},
    onInput: () => {},
    ...changes,
  };
}

describe('createFieldsStore', () => {
  it('tells a field when something about it changed, and no other', () => {
    const store = createFieldsStore(stateOf());
    const heard = { name: vi.fn(), port: vi.fn(), boat: vi.fn() };
    for (const [field, listener] of Object.entries(heard)) store.subscribe(field, listener);
    const before = store.getView('port');
    store.update(stateOf({ name: 'Ada' }));
    expect(Object.values(heard).map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0]);
    expect(store.getView('port')).toBe(before);
    expect(store.getView('name')?.plan.value).toBe('Ada');
  });

  it('keeps a list of options that says the same', () => {
    const store = createFieldsStore(stateOf());
    const before = store.getView('port')?.plan.options;
    store.update(stateOf({ port: 'cowes' }));
    expect(store.getView('port')?.plan.value).toBe('cowes');
    expect(store.getView('port')?.plan.options).toBe(before);
  });

  it('tells a field of a problem inside it, by its place', () => {
    const store = createFieldsStore(stateOf());
    const heard = vi.fn();
    store.subscribe('boat', heard);
    store.update(stateOf({}, { problems: [{ field: 'boat/make', code: 'required' }] }));
    expect(heard).toHaveBeenCalledOnce();
    expect(store.problemAt('boat/make')).toBe('required');
    expect(store.problemAt('boat')).toBeUndefined();
    store.update(stateOf());
    expect(heard).toHaveBeenCalledTimes(2);
    expect(store.problemAt('boat/make')).toBeUndefined();
  });

  it('tells the first of several problems of a place', () => {
    const problems = [
      { field: 'name', code: 'required' },
      { field: 'name', code: 'too-short' },
    ] as const;
    expect(createFieldsStore(stateOf({}, { problems })).getView('name')?.problem).toBe('required');
  });

  it('tells of a failed send at its field alone', () => {
    const store = createFieldsStore(stateOf({}, { failure: 'Sorry' }));
    expect([store.getView('name')?.failure, store.getView('port')?.failure]).toEqual(['Sorry', undefined]);
  });

  it('commits the whole value of a field, inputs that are pending included', () => {
    const onChange = vi.fn();
    const onInput = vi.fn();
    const store = createFieldsStore(stateOf({ boat: { make: 'A' } }, { onChange, onInput }));
    store.input(['boat', 'model'], 'B');
    expect(onInput).toHaveBeenLastCalledWith('boat', { make: 'A', model: 'B' });
    store.change(['boat', 'make'], 'C');
    expect(onChange).toHaveBeenLastCalledWith('boat', { make: 'C', model: 'B' });
  });

  it('forgets inputs when the section says another value', () => {
    const onChange = vi.fn();
    const store = createFieldsStore(stateOf({ boat: { make: 'A' } }, { onChange }));
    store.input(['boat', 'model'], 'B');
    store.update(stateOf({ boat: { make: 'Z' } }, { onChange }));
    store.change(['boat', 'model'], 'C');
    expect(onChange).toHaveBeenLastCalledWith('boat', { make: 'Z', model: 'C' });
  });

  it('takes along what a field began with, and counts that alone as nothing', () => {
    const onChange = vi.fn();
    const store = createFieldsStore(stateOf({}, { onChange }));
    store.seed('boat', { kind: 'sail' });
    store.change(['boat', 'make'], 'A');
    expect(onChange).toHaveBeenLastCalledWith('boat', { kind: 'sail', make: 'A' });
    store.change(['boat', 'make'], undefined);
    expect(onChange).toHaveBeenLastCalledWith('boat', undefined);
  });

  it('commits a preset that is emptied as null, and nothing of any other field', () => {
    const onChange = vi.fn();
    const store = createFieldsStore(stateOf({}, { onChange }));
    store.change(['rig'], undefined);
    expect(onChange).toHaveBeenLastCalledWith('rig', null);
    expect(store.isOwn('rig', null)).toBe(true);
    store.change(['name'], undefined);
    expect(onChange).toHaveBeenLastCalledWith('name', undefined);
  });

  it('flushes what is held until it is taken back', () => {
    const onChange = vi.fn();
    const store = createFieldsStore(stateOf({}, { onChange }));
    const release = store.registerPending(() => store.change(['name'], 'Ada'));
    expect(store.flush()).toEqual({ name: 'Ada' });
    release();
    expect(store.flush()).toEqual({});
  });

  it('has what is held committed before another type is', () => {
    const onChange = vi.fn();
    const store = createFieldsStore(stateOf({}, { onChange }));
    store.registerPending(() => store.change(['name'], 'Ada'));
    store.change(['enquiry_type'], 2);
    expect(onChange.mock.calls).toEqual([
      ['name', 'Ada'],
      ['enquiry_type', 2],
    ]);
  });

  it('keeps what its fields were first drawn from', () => {
    const store = createFieldsStore(stateOf({ name: 'Ada' }));
    store.update(stateOf({ name: 'Grace' }));
    expect(store.getView('name')?.entered).toBe('Grace');
    expect(store.drawn.getView('name')?.entered).toBe('Ada');
  });

  it('stops telling a listener that left', () => {
    const store = createFieldsStore(stateOf());
    const heard = vi.fn();
    store.subscribe('name', heard)();
    store.update(stateOf({ name: 'Ada' }));
    expect(heard).not.toHaveBeenCalled();
  });
});
