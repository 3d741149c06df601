import { EmojiPicker } from 'frimousse';
import { t } from './texts.ts';

/** The picker. Its data lies beside the application under /emoji. */
export default function Emoji({ onPick }: { readonly onPick: (emoji: string) => void }) {
  return (
    <EmojiPicker.Root
      className="bk-emoji"
      locale="en"
      columns={8}
      emojibaseUrl="/emoji"
      onEmojiSelect={({ emoji }) => {
        onPick(emoji);
      }}
    >
      <EmojiPicker.Search
        className="search"
        aria-label={t('compose.emojiSearch')}
        placeholder={t('compose.emojiSearch')}
        autoFocus
      />
      <EmojiPicker.Viewport className="viewport">
        <EmojiPicker.Loading className="wait">{t('compose.emojiLoading')}</EmojiPicker.Loading>
        <EmojiPicker.Empty className="wait">{t('compose.emojiNone')}</EmojiPicker.Empty>
        <EmojiPicker.List
          components={{
            CategoryHeader: ({ category, ...props }) => (
              <div className="category" {...props}>
                {category.label}
              </div>
            ),
            Row: ({ children, ...props }) => (
              <div className="row" {...props}>
                {children}
              </div>
            ),
            Emoji: ({ emoji, ...props }) => (
              <button type="button" className={emoji.isActive ? 'active' : ''} {...props}>
                {emoji.emoji}
              </button>
            ),
          }}
        />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  );
}
