/** What single letters do in the list of conversations, and which they are until somebody chooses others. */
export const usualKeys = {
  next: 'j',
  previous: 'k',
  reply: 'r',
  note: 'n',
  close: 'e',
  take: 'a',
  mine: 'm',
  nobody: 'u',
  overdue: 'o',
} as const;
export type ChatAct = keyof typeof usualKeys;
export const chatActs = Object.keys(usualKeys) as readonly ChatAct[];
/** `on` false: no letter does anything; arrows, Enter, Home and End always do (WCAG 2.1.4). */
export interface ChatKeys {
  readonly on: boolean;
  readonly of: Readonly<Record<ChatAct, string>>;
}

/** How long a `g` waits for its letter, which is no shortcut of the list then, in ms. */
export const leadTime = 1200;

const storageKey = 'chat-keys';
const usual: ChatKeys = { on: true, of: usualKeys };

/** One letter, digit or sign each, or none; no two the same, and none that the screens use: `/`, `?` and `g`. */
export function problemOf(of: ChatKeys['of']): 'one' | 'twice' | 'taken' | null {
  const keys = chatActs.map((act) => of[act]).filter((key) => key !== '');
  if (keys.some((key) => [...key].length !== 1 || /\s/u.test(key))) return 'one';
  if (keys.some((key) => ['/', '?', 'g'].includes(key))) return 'taken';
  return new Set(keys).size === keys.length ? null : 'twice';
}

/**
 * What whoever sits at this browser has chosen; what is no good any more is as usual. What came to be done by a letter
 * since they chose has its usual one, unless they use that for something else.
 */
export function readChatKeys(storage: Pick<Storage, 'getItem'> = localStorage): ChatKeys {
  try {
    const kept = JSON.parse(storage.getItem(storageKey) ?? 'null') as {
      on?: unknown;
      of?: Record<string, unknown>;
    } | null;
    if (kept === null) return usual;
    const chosen = kept.of ?? {};
    const used = new Set(Object.values(chosen));
    const of = Object.fromEntries(
      chatActs.map((act) => {
        const key = chosen[act];
        return [
          act,
          typeof key === 'string' ? key
          : used.has(usualKeys[act]) ? ''
          : usualKeys[act],
        ];
      }),
    ) as Record<ChatAct, string>;
    return { on: kept.on !== false, of: problemOf(of) === null ? of : usualKeys };
  } catch {
    return usual;
  }
}
export const keepChatKeys = (keys: ChatKeys, storage: Pick<Storage, 'setItem'> = localStorage): void => {
  storage.setItem(storageKey, JSON.stringify(keys));
};
