/**
 * The style sheets of the first screen, in their order: Mantine's (one layer), the theme's variables, our tokens, what
 * Mantine does not know of them, the page. A component that the first screen does not show brings its own sheet
 * (`@mantine/core/styles/Menu.layer.css`) where it is used.
 */
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/Button.layer.css";
import "@mantine/core/styles/ActionIcon.layer.css";
import "@mantine/core/styles/Loader.layer.css";
import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/PasswordInput.layer.css";
import "@mantine/core/styles/Tooltip.layer.css";
import "virtual:mantine-variables.css";
import "./fonts.css";
import "./tokens.css";
import "./mantine.css";
import "./base.css";
import "./forced-colors.css";

export { theme } from "./theme";
export { mantineScheme, statelessSchemeManager } from "./scheme";
