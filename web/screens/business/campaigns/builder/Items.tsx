import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { t } from '../texts.ts';
import { moved } from './entry.ts';
import { useSay } from './announce.ts';

/**
 * A list that people put in order: move, remove, add. By pointer with the buttons of an item, by keyboard also with
 * Alt and the arrows anywhere in it. The focus stays with what was moved, goes to the next one when something is
 * removed, and into the words of what is new.
 */
export function Items<T extends { readonly id: string }>({
  label,
  add,
  value,
  fresh,
  nameOf,
  most,
  onChange,
  children,
}: {
  readonly label: string;
  readonly add: string;
  readonly value: readonly T[];
  readonly fresh: () => T;
  readonly nameOf: (item: T, index: number) => string;
  readonly most: number;
  readonly onChange: (value: readonly T[]) => void;
  readonly children: (item: T, put: (next: T) => void, index: number) => ReactNode;
}) {
  const say = useSay();
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  /** Where the focus goes once the list is drawn anew. */
  const aim = useRef<(() => HTMLElement | null | undefined) | null>(null);
  useLayoutEffect(() => {
    const found = aim.current?.();
    aim.current = null;
    found?.focus();
    if (found instanceof HTMLInputElement) found.select();
  }, [value]);
  const itemAt = (index: number) => list.current?.children[index];

  const move = (from: number, to: number) => {
    const item = value[from];
    if (item === undefined || to < 0 || to >= value.length) return;
    // Moving a node in the document takes the focus out of it: it is given back.
    const focused = document.activeElement;
    aim.current = () => (focused instanceof HTMLElement ? focused : null);
    onChange(moved(value, from, to));
    say(t('builder.moved', { name: nameOf(item, from), number: to + 1, count: value.length }));
  };
  const remove = (index: number) => {
    const item = value[index]!;
    aim.current = () =>
      itemAt(Math.min(index, value.length - 2))?.querySelector<HTMLElement>('[data-act=remove]') ?? addButton.current;
    onChange(value.filter((one) => one.id !== item.id));
    say(t('builder.removed', { name: nameOf(item, index) }));
  };
  const press = (event: KeyboardEvent, index: number) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const by =
      event.key === 'ArrowUp' ? -1
      : event.key === 'ArrowDown' ? 1
      : 0;
    if (by === 0) return;
    event.preventDefault();
    move(index, index + by);
  };
  const act = (name: 'up' | 'down' | 'remove', index: number, Icon: typeof IconArrowUp, run: () => void) => {
    const stuck = (name === 'up' && index === 0) || (name === 'down' && index === value.length - 1);
    const words = t(`builder.${name}Of`, { name: nameOf(value[index]!, index) });
    return (
      <Tooltip label={name === 'remove' ? t('builder.remove') : t(`builder.${name}Key`)} position="left">
        <ActionIcon
          size="sm"
          aria-label={words}
          data-act={name}
          // Not `disabled`: who moves something to the top with this button keeps the focus on it.
          {...(stuck ? { 'data-disabled': true, 'aria-disabled': true } : {})}
          onClick={() => {
            if (!stuck) run();
          }}
        >
          <Icon size={14} aria-hidden />
        </ActionIcon>
      </Tooltip>
    );
  };
  return (
    <fieldset className="bld-items">
      <legend>{label}</legend>
      <ol ref={list}>
        {value.map((item, index) => (
          <li
            key={item.id}
            onKeyDown={(event) => {
              press(event, index);
            }}
          >
            <div className="body">
              {children(
                item,
                (next) => {
                  onChange(value.map((one) => (one.id === item.id ? next : one)));
                },
                index,
              )}
            </div>
            <div className="acts">
              {act('up', index, IconArrowUp, () => {
                move(index, index - 1);
              })}
              {act('down', index, IconArrowDown, () => {
                move(index, index + 1);
              })}
              {act('remove', index, IconTrash, () => {
                remove(index);
              })}
            </div>
          </li>
        ))}
      </ol>
      <Button
        ref={addButton}
        size="xs"
        variant="default"
        disabled={value.length >= most}
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => {
          aim.current = () => list.current?.lastElementChild?.querySelector('input');
          onChange([...value, fresh()]);
        }}
      >
        {add}
      </Button>
    </fieldset>
  );
}
