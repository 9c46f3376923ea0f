interface SwapProps<Option extends string> {
  label: string;
  options: readonly Option[];
  value: Option;
  onChange: (option: Option) => void;
}

export function Swap<Option extends string>({ label, options, value, onChange }: SwapProps<Option>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has borders and a legend of its own
    <div className="swap" role="group" aria-label={label}>
      {options.map((option) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
          {option}
        </button>
      ))}
    </div>
  );
}
