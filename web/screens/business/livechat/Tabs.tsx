/** A few views of one list, as tabs that switch it; pressed states rather than tab panels, since the list below is one. */
export function Tabs<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string; readonly count?: string }[];
  readonly onChange: (value: T) => void;
}) {
  return (
    <div className="bk-tabs" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => {
            onChange(option.value);
          }}
        >
          {option.label}
          {option.count !== undefined && <span className="n num">{option.count}</span>}
        </button>
      ))}
    </div>
  );
}
