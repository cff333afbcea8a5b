import classes from "./Kbd.module.css";

/** A key or a shortcut, as `["Ctrl", "K"]`. */
export function Kbd({ keys }: { keys: string[] }) {
  return (
    <span className={classes.chord}>
      {keys.map((key) => (
        <kbd key={key} className={classes.key}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
