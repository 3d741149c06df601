/** The keywords somebody opted in with. `most`: how many are shown before the rest become a number. */
export function Keywords({ words, most = Infinity }: { readonly words: readonly string[]; readonly most?: number }) {
  const more = words.length - most;
  return (
    <span className="bk-keywords">
      {words.slice(0, most).map((word) => (
        <span key={word} className="bk-keyword">
          {word}
        </span>
      ))}
      {more > 0 && (
        <span className="bk-keyword" title={words.slice(most).join(', ')}>
          +{more}
        </span>
      )}
    </span>
  );
}
