/** The words that the first screen of a new user needs, and what may go wrong there. */
import errors from "./errors.json";
import frame from "./frame.json";
import welcome from "./welcome.json";

export default { errors, frame, welcome } as const;
