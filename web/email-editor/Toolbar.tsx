import { ActionIcon, Menu, TextInput, Button, Popover } from '@mantine/core';
import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconBold,
  IconBraces,
  IconItalic,
  IconLetterCase,
  IconLink,
  IconList,
  IconListNumbers,
  IconPalette,
  IconStrikethrough,
  IconUnderline,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { isLink, writtenLink } from '../../api/contract/email-design.ts';
import { Swatches } from './Swatches.tsx';
import { useEditing } from './editing.ts';
import { fieldLabel } from './labels.ts';
import { t } from './texts.ts';

/** The tools of whatever is being written. They read the editor through a selector, so that a stroke redraws nothing else. */
export function Toolbar() {
  const { writing } = useEditing();
  return (
    <div className="ee-tools" role="toolbar" aria-label={t('ee.tools')}>
      {writing?.rich ?
        <RichTools key={writing.blockId} editor={writing.rich} />
      : <span className="hint muted">{t(writing === null ? 'ee.tools.none' : 'ee.tools.line')}</span>}
      <MergeMenu />
    </div>
  );
}

const marks = [
  ['bold', IconBold, 'Ctrl B'],
  ['italic', IconItalic, 'Ctrl I'],
  ['underline', IconUnderline, 'Ctrl U'],
  ['strike', IconStrikethrough, 'Ctrl Shift S'],
] as const;
const aligns = [
  ['left', IconAlignLeft],
  ['center', IconAlignCenter],
  ['right', IconAlignRight],
] as const;
const sizes = [12, 14, 16, 18, 22, 28, 36] as const;

function RichTools({ editor }: { readonly editor: Editor }) {
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      underline: now.isActive('underline'),
      strike: now.isActive('strike'),
      bulletList: now.isActive('bulletList'),
      orderedList: now.isActive('orderedList'),
      link: (now.getAttributes('link')['href'] as string | undefined) ?? null,
      align: (now.getAttributes('paragraph')['align'] as string | null | undefined) ?? null,
      color: (now.getAttributes('textStyle')['color'] as string | null | undefined) ?? null,
      size: (now.getAttributes('textStyle')['size'] as number | null | undefined) ?? null,
    }),
  });
  const style = (set: { readonly color?: string | null; readonly size?: number | null }) => {
    const attrs = { color: on.color, size: on.size, ...set };
    const chain = editor.chain().focus();
    if (attrs.color === null && attrs.size === null) chain.unsetMark('textStyle').run();
    else chain.setMark('textStyle', attrs).run();
  };
  return (
    <>
      {marks.map(([name, icon, key]) => (
        <Tool
          key={name}
          label={t(`ee.tool.${name}`)}
          keys={key}
          icon={icon}
          on={on[name]}
          run={() => editor.chain().focus().toggleMark(name).run()}
        />
      ))}
      <LinkTool editor={editor} href={on.link} />
      <Tool
        label={t('ee.tool.bulletList')}
        icon={IconList}
        on={on.bulletList}
        run={() => editor.chain().focus().toggleBulletList().run()}
      />
      <Tool
        label={t('ee.tool.orderedList')}
        icon={IconListNumbers}
        on={on.orderedList}
        run={() => editor.chain().focus().toggleOrderedList().run()}
      />
      {aligns.map(([align, icon]) => (
        <Tool
          key={align}
          label={t(`ee.align.${align}`)}
          icon={icon}
          on={on.align === align}
          run={() =>
            editor
              .chain()
              .focus()
              .updateAttributes('paragraph', { align: on.align === align ? null : align })
              .run()
          }
        />
      ))}
      <Menu position="bottom" width={140} returnFocus={false}>
        <Menu.Target>
          <ActionIcon aria-label={t('ee.tool.size')} variant={on.size === null ? 'subtle' : 'light'}>
            <IconLetterCase size={17} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            onClick={() => {
              style({ size: null });
            }}
          >
            {t('ee.size.plain')}
          </Menu.Item>
          {sizes.map((size) => (
            <Menu.Item
              key={size}
              onClick={() => {
                style({ size });
              }}
            >
              {t('ee.size.px', { size })}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Popover position="bottom" withArrow trapFocus returnFocus>
        <Popover.Target>
          <ActionIcon aria-label={t('ee.tool.color')} variant={on.color === null ? 'subtle' : 'light'}>
            <IconPalette size={17} aria-hidden />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <Swatches
            label={t('ee.tool.color')}
            value={on.color}
            onChange={(color) => {
              style({ color });
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </>
  );
}

function Tool({
  label,
  keys,
  icon: Icon,
  on,
  run,
}: {
  readonly label: string;
  readonly keys?: string;
  readonly icon: TablerIcon;
  readonly on: boolean;
  readonly run: () => void;
}) {
  return (
    <ActionIcon
      aria-label={label}
      aria-pressed={on}
      title={keys === undefined ? label : `${label} (${keys})`}
      variant={on ? 'light' : 'subtle'}
      // The text keeps the focus, and what is chosen in it.
      onMouseDown={(event) => {
        event.preventDefault();
      }}
      onClick={run}
    >
      <Icon size={17} aria-hidden />
    </ActionIcon>
  );
}

function LinkTool({ editor, href }: { readonly editor: Editor; readonly href: string | null }) {
  const [typed, setTyped] = useState<string | null>(null);
  const link = writtenLink(typed ?? '');
  const wrong = typed !== null && typed.trim() !== '' && !isLink(link);
  const close = () => {
    setTyped(null);
  };
  return (
    <Popover opened={typed !== null} onDismiss={close} position="bottom" withArrow trapFocus width={300}>
      <Popover.Target>
        <ActionIcon
          aria-label={t('ee.tool.link')}
          aria-pressed={href !== null}
          title={t('ee.tool.link')}
          variant={href === null ? 'subtle' : 'light'}
          onClick={() => {
            setTyped(typed === null ? (href ?? '') : null);
          }}
        >
          <IconLink size={17} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (wrong) return;
            const chain = editor.chain().focus().extendMarkRange('link');
            if (link === '') chain.unsetLink().run();
            else if (editor.state.selection.empty && href === null)
              chain.insertContent({ type: 'text', text: link, marks: [{ type: 'link', attrs: { href: link } }] }).run();
            else chain.setLink({ href: link }).run();
            close();
          }}
        >
          <TextInput
            label={t('ee.link.to')}
            value={typed ?? ''}
            data-autofocus
            maxLength={1000}
            error={wrong && t('ee.link.wrong')}
            placeholder="https://"
            onChange={(event) => {
              setTyped(event.currentTarget.value);
            }}
          />
          <span className="ee-row">
            <Button type="submit" size="xs" disabled={wrong}>
              {t(typed === '' && href !== null ? 'ee.link.remove' : 'ee.link.set')}
            </Button>
          </span>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Puts a merge field where the caret is. */
export function MergeMenu() {
  const { writing, fields } = useEditing();
  return (
    <Menu position="bottom-end" width={260} returnFocus={false}>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconBraces size={15} aria-hidden />}
          disabled={writing === null}
          onMouseDown={(event) => {
            event.preventDefault();
          }}
        >
          {t('ee.merge')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="ee-merges">
        {(['contact', 'custom', 'business', 'coupon', 'campaign'] as const).map((group) => {
          const own = fields.filter((field) => field.group === group);
          return own.length === 0 ?
              null
            : <div key={group} role="group" aria-label={t(`ee.merge.${group}`)}>
                <Menu.Label>{t(`ee.merge.${group}`)}</Menu.Label>
                {own.map((field) => (
                  <Menu.Item
                    key={field.name}
                    onClick={() =>
                      writing?.insert(field.name === 'first_name' ? '{{first_name|there}}' : `{{${field.name}}}`)
                    }
                  >
                    {fieldLabel(field)}
                  </Menu.Item>
                ))}
              </div>;
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
